// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {MeterStatus} from "../../src/Meter.sol";
import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {FalseToken, OddAnswerToken, VoidToken} from "../mocks/MisbehavingTokens.sol";
import {PlainToken} from "../mocks/PlainToken.sol";

contract SettleTest is EscrowTest {
    function test_settle_paysNetAndFee() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        (uint256 gross, uint256 fee) = settleAsOperator(terms, 1000);

        vm.assertEq(gross, 277_000, "gross");
        vm.assertEq(fee, 2_770, "fee");
        assertBalances(FUNDS - DEPOSIT, 274_230, 2_770, DEPOSIT - 277_000);
        assertState(escrow.getId(terms), MeterStatus.Open, NOW, 0, 1000);
    }

    function test_settle_emitsSettled() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        settleAsOperator(terms, 400);
        bytes32 id = escrow.getId(terms);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Settled(id, 400, 1000, 166_200, 1_662);
        settleAsOperator(terms, 1000);
    }

    // docs/money.md, rule 6
    function test_settle_movesNothing_whenRepeated() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        settleAsOperator(terms, 600);
        expectNothing(terms, 600);
        expectNothing(terms, 599);
        expectNothing(terms, 0);
    }

    // docs/money.md, rule 6
    function test_settle_clampsToTheTimeSinceOpening() public {
        MeterTerms memory terms = openDefault();
        expectNothing(terms, 3600);
        vm.warp(NOW + 7);
        settleAsOperator(terms, type(uint32).max);
        assertState(escrow.getId(terms), MeterStatus.Open, NOW, 0, 7);
    }

    // docs/money.md, rule 6
    function test_settle_clampsToTheMaximum() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 100_000);
        (uint256 gross,) = settleAsOperator(terms, 100_000);
        vm.assertEq(gross, DEPOSIT, "gross");
        assertBalances(FUNDS - DEPOSIT, 987_228, 9_972, 0);
    }

    // docs/money.md, rule 6
    function test_settle_clampsToTheStop() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 10);
        stopAsPayer(terms);
        vm.warp(NOW + 3000);
        (uint256 gross,) = settleAsOperator(terms, 3000);
        vm.assertEq(gross, 2_770, "gross");
    }

    // docs/money.md, rule 6
    function test_settle_clampsToTheExpiry() public {
        MeterTerms memory terms = defaultTerms();
        terms.expiry = terms.openBy + terms.maxSeconds;
        vm.warp(terms.openBy - 1);
        openMeter(terms);
        vm.warp(uint256(terms.expiry) + 10 days);
        settleAsOperator(terms, 3600);
        assertState(escrow.getId(terms), MeterStatus.Open, terms.openBy - 1, 0, 3600);
    }

    // docs/money.md, rule 8
    function test_settle_stillCharges_afterGraceAndExpiry_untilReclaimed() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 100);
        stopAsPayer(terms);
        vm.warp(uint256(terms.expiry) + 365 days);
        (uint256 gross,) = settleAsOperator(terms, 3600);
        vm.assertEq(gross, 27_700, "gross");
    }

    function test_settle_carriesRemainders() public {
        MeterTerms memory terms = defaultTerms();
        terms.ratePerSecond = 0.4e12;
        openMeter(terms);
        vm.warp(NOW + 5);
        uint256[5] memory expected = [uint256(0), 0, 1, 0, 1];
        for (uint32 second = 1; second <= 5; second++) {
            (uint256 gross,) = settleAsOperator(terms, second);
            vm.assertEq(gross, expected[second - 1], "gross");
        }
    }

    function test_settle_emitsSettled_whenOnlySecondsMove() public {
        MeterTerms memory terms = defaultTerms();
        terms.ratePerSecond = 0;
        openMeter(terms);
        vm.warp(NOW + 60);
        bytes32 id = escrow.getId(terms);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Settled(id, 0, 60, 0, 0);
        settleAsOperator(terms, 60);
    }

    function test_settle_makesNoTransferOfZero() public {
        MeterTerms memory terms = defaultTerms();
        terms.feeBps = 0;
        openMeter(terms);
        vm.warp(NOW + 60);
        vm.recordLogs();
        settleAsOperator(terms, 60);
        vm.assertEq(vm.getRecordedLogs().length, 2, "one transfer and Settled");
    }

    // docs/money.md, rule 7
    function testFuzz_settle_isIndependentOfSplits(
        uint128 rate,
        uint16 feeBps,
        uint32 maxSeconds,
        uint32[8] memory cuts
    ) public {
        MeterTerms memory terms = defaultTerms();
        terms.maxSeconds = uint32(bound(maxSeconds, 60, 30 days));
        terms.expiry = terms.openBy + terms.maxSeconds;
        terms.feeBps = uint16(bound(feeBps, 0, 1000));
        terms.ratePerSecond = uint128(bound(rate, 0, FUNDS * 1e12 / terms.maxSeconds));
        openMeter(terms);
        vm.warp(NOW + terms.maxSeconds);

        uint256 gross;
        uint256 fee;
        uint32 reached;
        for (uint256 i = 0; i < cuts.length; i++) {
            uint32 cut = uint32(bound(cuts[i], 0, terms.maxSeconds));
            (uint256 grossPart, uint256 feePart) = settleAsOperator(terms, cut);
            (gross, fee) = (gross + grossPart, fee + feePart);
            if (cut > reached) reached = cut;
        }

        uint256 exact = uint256(terms.ratePerSecond) * reached / 1e12;
        vm.assertEq(gross, exact, "gross of all parts");
        vm.assertEq(fee, exact * terms.feeBps / 10_000, "fee of all parts");
        assertBalances(FUNDS - escrow.deposit(terms), gross - fee, fee, escrow.deposit(terms) - gross);
    }

    // docs/money.md, rule 1
    function test_settle_reverts_whenNotOperator() public {
        MeterTerms memory terms = openDefault();
        address[5] memory others = [payer, merchant, feeRecipient, address(token), stranger];
        for (uint256 i = 0; i < others.length; i++) {
            vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotOperator.selector, others[i], operator));
            vm.prank(others[i]);
            escrow.settle(terms, 1);
        }
    }

    function test_settle_reverts_whenNeverOpened() public {
        MeterTerms memory terms = defaultTerms();
        bytes32 id = escrow.getId(terms);
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotOpen.selector, id, MeterStatus.Unknown));
        vm.prank(operator);
        escrow.settle(terms, 1);
    }

    function test_settle_movesNothing_whenEnded() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        closeAsOperator(terms, 500);
        expectNothing(terms, 1000);

        terms.salt = keccak256("sub_2");
        vm.warp(NOW);
        openMeter(terms);
        vm.warp(terms.expiry);
        escrow.reclaim(terms);
        expectNothing(terms, 1000);
    }

    // docs/money.md, rule 9
    function test_settle_credits_whenARecipientIsFrozen() public {
        MeterTerms memory terms = openDefault();
        token.freeze(merchant);
        vm.warp(NOW + 1000);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Credited(address(token), merchant, 274_230);
        settleAsOperator(terms, 1000);

        vm.assertEq(escrow.credit(address(token), merchant), 274_230, "merchant's credit");
        assertBalances(FUNDS - DEPOSIT, 0, 2_770, DEPOSIT - 2_770);
        assertState(escrow.getId(terms), MeterStatus.Open, NOW, 0, 1000);
    }

    function test_settle_probesTheToken_byMovingNothing() public {
        MeterTerms memory terms = openDefault();
        token.freeze(merchant);
        vm.warp(NOW + 1000);
        vm.expectEmit(address(token));
        emit IERC20.Transfer(address(escrow), address(escrow), 0);
        settleAsOperator(terms, 1000);
    }

    function test_settle_addsToCredit() public {
        MeterTerms memory terms = openDefault();
        token.freeze(feeRecipient);
        vm.warp(NOW + 1000);
        settleAsOperator(terms, 500);
        settleAsOperator(terms, 1000);
        vm.assertEq(escrow.credit(address(token), feeRecipient), 2_770, "fee recipient's credit");
    }

    // docs/money.md, rule 9
    function test_settle_reverts_whenTheTokenIsPaused() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        token.setIsTransferPaused(true);
        expectTransferFailed(terms, merchant, 274_230);
        token.setIsTransferPaused(false);
        (uint256 gross,) = settleAsOperator(terms, 1000);
        vm.assertEq(gross, 277_000, "gross");
    }

    function test_settle_reverts_whenTheEscrowIsFrozen() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        token.freeze(address(escrow));
        expectTransferFailed(terms, merchant, 274_230);
    }

    // docs/money.md, rule 10
    function test_settle_reverts_whenGasSufficesForTheProbeOnly() public {
        MeterTerms memory terms = openDefault();
        vm.warp(NOW + 1000);
        bytes memory call = abi.encodeCall(escrow.settle, (terms, 1000));
        for (uint256 gasLimit = 20_000; gasLimit < 200_000; gasLimit += 500) {
            vm.prank(operator);
            (bool success,) = address(escrow).call{gas: gasLimit}(call);
            vm.assertEq(escrow.credit(address(token), merchant), 0, "credit for want of gas");
            vm.assertEq(escrow.credit(address(token), feeRecipient), 0, "credit for want of gas");
            if (success) break;
        }
        vm.assertEq(token.balanceOf(merchant), 274_230, "merchant's balance");
    }

    function test_settle_credits_whenTheTokenAnswersFalse() public {
        FalseToken falseToken = new FalseToken();
        MeterTerms memory terms = openPlain(falseToken);
        falseToken.refuse(merchant);
        settleAsOperator(terms, 1000);
        vm.assertEq(escrow.credit(address(falseToken), merchant), 274_230, "merchant's credit");
        vm.assertEq(falseToken.balanceOf(feeRecipient), 2_770, "fee recipient's balance");
    }

    function test_settle_reverts_whenTheTokenAnswersFalseToTheProbe() public {
        FalseToken falseToken = new FalseToken();
        MeterTerms memory terms = openPlain(falseToken);
        falseToken.refuse(merchant);
        falseToken.refuse(address(escrow));
        expectTransferFailed(terms, merchant, 274_230);
    }

    function test_settle_reverts_whenTheTokenAnswersNeitherTrueNorFalse() public {
        OddAnswerToken oddToken = new OddAnswerToken();
        MeterTerms memory terms = openPlain(oddToken);
        oddToken.setIsOdd(true);
        expectTransferFailed(terms, merchant, 274_230);
    }

    function test_settle_pays_whenTheTokenAnswersNothing() public {
        VoidToken voidToken = new VoidToken();
        MeterTerms memory terms = openPlain(voidToken);
        settleAsOperator(terms, 1000);
        vm.assertEq(voidToken.balanceOf(merchant), 274_230, "merchant's balance");
        vm.assertEq(voidToken.balanceOf(feeRecipient), 2_770, "fee recipient's balance");
    }

    function openPlain(PlainToken plain) private returns (MeterTerms memory terms) {
        plain.mint(payer, DEPOSIT);
        terms = defaultTerms();
        terms.token = address(plain);
        vm.prank(operator);
        escrow.open(terms, "");
        vm.warp(NOW + 1000);
    }

    function expectNothing(MeterTerms memory terms, uint32 toSecond) private {
        vm.recordLogs();
        (uint256 gross, uint256 fee) = settleAsOperator(terms, toSecond);
        vm.assertEq(gross, 0, "gross");
        vm.assertEq(fee, 0, "fee");
        assertNoLogs();
    }

    function expectTransferFailed(MeterTerms memory terms, address to, uint256 amount) private {
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.TransferFailed.selector, terms.token, to, amount));
        vm.prank(operator);
        escrow.settle(terms, 1000);
        assertState(escrow.getId(terms), MeterStatus.Open, NOW, 0, 0);
    }
}
