// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestAusd} from "../../src/TestAusd.sol";
import {Deployment} from "../base/Deployment.sol";
import {ContractWallet, DelegateWithoutErc1271} from "../mocks/ContractWallet.sol";

/// @notice A funded key, a contract wallet that the same key owns, and the digests written out apart from the token.
abstract contract TestAusdTest is Deployment {
    uint256 internal constant NOW = 1_800_000_000;
    uint256 internal constant KEY = 0xA11CE;
    bytes32 internal constant NONCE = keccak256("nonce");

    TestAusd internal token;
    address internal owner = vm.addr(KEY);
    address internal wallet;
    address internal recipient = address(0xB0B);

    function setUp() public {
        vm.warp(NOW);
        token = deployAusd();
        wallet = address(new ContractWallet(owner));
        token.mint(owner, 100e6);
        token.mint(wallet, 100e6);
    }

    function delegateOwner() internal {
        vm.etch(owner, address(new DelegateWithoutErc1271()).code);
    }

    function authorisation(string memory name, address from, uint256 validAfter, uint256 validBefore)
        internal
        view
        returns (bytes32)
    {
        string memory fields =
            "(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)";
        bytes32 typeHash = keccak256(bytes(string.concat(name, fields)));
        return digest(keccak256(abi.encode(typeHash, from, recipient, 7e6, validAfter, validBefore, NONCE)));
    }

    function digest(bytes32 structHash) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Agora Dollar"),
                keccak256("1"),
                block.chainid,
                address(token)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, structHash));
    }

    function sign(bytes32 message) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, message);
        return abi.encodePacked(r, s, v);
    }
}
