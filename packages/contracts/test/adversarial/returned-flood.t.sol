// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {PlainToken} from "../mocks/PlainToken.sol";

/// @notice Answers a transfer to one account with a megabyte, as an error.
contract FloodingToken is PlainToken {
    uint256 public constant FLOOD = 1 << 20;
    address private _flooded;

    function setFlooded(address account) external {
        _flooded = account;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (to != _flooded) return;
        assembly {
            revert(0, FLOOD)
        }
    }
}

/// @notice Answers a question for its signature with a megabyte that begins as a yes would.
contract FloodingWallet {
    fallback() external {
        assembly {
            mstore(0, 0x1626ba7e01)
            return(0, 0x100000)
        }
    }
}

/// @notice A response of a megabyte costs the contract that creates it. The escrow reads a word of it and pays for no
/// copy.
contract ReturnedFloodTest is EscrowTest {
    /// @dev The gas of a megabyte of memory, once. A copy would double it.
    uint256 private constant MEMORY = 2_195_456;

    function test_aTokensFlood_isARefusalLikeAnyOther() public {
        FloodingToken flooding = new FloodingToken();
        flooding.mint(payer, DEPOSIT);
        MeterTerms memory terms = defaultTerms();
        terms.token = address(flooding);
        vm.prank(operator);
        escrow.open(terms, "");
        flooding.setFlooded(merchant);
        vm.warp(NOW + 1000);
        vm.prank(operator);
        uint256 before = gasleft();
        escrow.close(terms, 1000);
        vm.assertLe(before - gasleft(), MEMORY + 300_000, "gas");
        vm.assertEq(escrow.credit(address(flooding), merchant), 274_230, "merchant's credit");
        vm.assertEq(flooding.balanceOf(payer), DEPOSIT - 277_000, "payer's balance");
    }

    function test_aWalletsFlood_isNoSignature() public {
        MeterTerms memory terms = defaultTerms();
        terms.payer = address(new FloodingWallet());
        bytes32 id = escrow.getId(terms);
        uint256 before = gasleft();
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.StopSignatureInvalid.selector, id, terms.payer));
        escrow.stopBySig(terms, "");
        vm.assertLe(before - gasleft(), MEMORY + 300_000, "gas");
    }
}
